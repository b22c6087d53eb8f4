// Puts live pages into a notebook that was exported as HTML. Each page is a list of parts; what several have is there once.

const { parts, pages } = JSON.parse(document.getElementById("wordchipper-lab-pages").textContent);

// Each page runs an engine of its own: they start when the reader comes near. Until then, and on paper, there is a picture.
const nearing = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) show(target);
  },
  { rootMargin: "100% 0px" },
);
for (const place of document.querySelectorAll(".wordchipper-lab-view")) {
  place.classList.add("wordchipper-lab-waiting"); // as high as a view may be, or all would be near
  nearing.observe(place);
}

function show(place) {
  nearing.unobserve(place);
  const frame = document.createElement("iframe");
  frame.title = "A live view";
  frame.allowFullscreen = true;
  frame.addEventListener("load", () => {
    follow(frame);
    place.classList.remove("wordchipper-lab-waiting");
  });
  frame.srcdoc = pages[place.dataset.page].map((number) => parts[number]).join("");
  place.replaceChildren(frame);
}

// As high as what it shows, and named for it.
function follow(frame) {
  const { title, documentElement } = frame.contentDocument;
  frame.title = title;
  const fit = () => {
    frame.style.height = `${Math.ceil(documentElement.getBoundingClientRect().height)}px`;
  };
  fit();
  new ResizeObserver(fit).observe(documentElement);
}
