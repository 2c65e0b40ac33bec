// The coach stays folded on this device, once folded.

const coach = document.querySelector(".coach");
const key = `coach-${coach.dataset.remember}`;
if (localStorage.getItem(key) === "folded") coach.open = false;
else if (!coach.open) localStorage.setItem(key, "folded"); // somebody was quicker than this script
coach.addEventListener("toggle", () => {
  if (coach.open) localStorage.removeItem(key);
  else localStorage.setItem(key, "folded");
});
