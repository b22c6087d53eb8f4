// Keeps all files of the site in the browser, so that it works offline. Another version of the site has another VERSION,
// which is written before this, with the names of its FILES.

const CACHE = `wordchipper-lab-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("wordchipper-lab-") && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

// The page has its state in its query, which is none of the files.
async function answer(request) {
  const kept = await caches.open(CACHE).then((cache) => cache.match(request, { ignoreSearch: true }));
  return kept ?? fetch(request);
}
