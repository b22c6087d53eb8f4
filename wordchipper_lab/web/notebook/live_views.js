// Puts live pages into a notebook that was exported as HTML. Each page is a list of parts; what several have is there once.

const { parts, pages } = JSON.parse(document.getElementById("wordchipper-lab-pages").textContent);

for (const place of document.querySelectorAll(".wordchipper-lab-view")) {
  const frame = document.createElement("iframe");
  frame.title = "A live view";
  frame.allowFullscreen = true;
  frame.addEventListener("load", () => follow(frame));
  frame.srcdoc = pages[place.dataset.page].map((number) => parts[number]).join("");
  place.replaceChildren(frame);
}

// As high as what it shows, and named for it.
function follow(frame) {
  const { title, documentElement } = frame.contentDocument;
  frame.title = title;
  new ResizeObserver(() => {
    frame.style.height = `${Math.ceil(documentElement.getBoundingClientRect().height)}px`;
  }).observe(documentElement);
}
