// Comforts of the pages around the table: links that copy themselves, menus that close again, the tab that one is on,
// and forms that a double click sends once.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    const told = button.querySelector("[data-copied]");
    const before = told.textContent;
    told.textContent = told.dataset.copied;
    setTimeout(() => { told.textContent = before; }, 2000);
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

for (const tab of document.querySelectorAll(".tabs [aria-current]")) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 48;

const underWay = new Set();

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post") return;
  if (underWay.has(event.target)) event.preventDefault();
  underWay.add(event.target);
});

window.addEventListener("pageshow", () => underWay.clear());
