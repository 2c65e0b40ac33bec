// Two comforts of the page of rules: a rule's number copies its own link, and the contents show where one is.

const page = document.querySelector(".rulebook");
const told = document.querySelector("#copied");
let fading = 0;

page.addEventListener("click", async (event) => {
  const menu = event.target.closest(".contents-menu a");
  if (menu) menu.closest("details").open = false;
  const link = event.target.closest(".rule-id");
  if (!link) return;
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return; // the address bar has it all the same
  }
  told.textContent = page.dataset.copied.replace("{rule}", link.textContent);
  clearTimeout(fading);
  fading = setTimeout(() => { told.textContent = ""; }, 2500);
});

const links = new Map([...document.querySelectorAll(".contents-list a")].map((link) => [link.hash.slice(1), link]));
const seen = new Set();
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) seen[isIntersecting ? "add" : "delete"](target.id);
  const current = [...links.keys()].find((slug) => seen.has(slug));
  if (!current) return;
  for (const [slug, link] of links) {
    if (slug === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}, { rootMargin: "-15% 0px -60% 0px" });
for (const slug of links.keys()) watcher.observe(document.getElementById(slug));
