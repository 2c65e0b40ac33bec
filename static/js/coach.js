// The coach stays folded on this device, once folded.

const coach = document.querySelector(".coach");
const key = `coach-${coach.dataset.remember}`;
if (localStorage.getItem(key) === "folded") coach.open = false;
coach.addEventListener("toggle", () => {
  if (coach.open) localStorage.removeItem(key);
  else localStorage.setItem(key, "folded");
});
