// Keeps all files of the site in the browser, so that it works offline. Another version of the site has another VERSION,
// which is written before this, with the names of its FILES, and of those that are kept LATER, once they were used: they are
// large, and few visitors need them.

const CACHE = `wordchipper-lab-${VERSION}`;
const later = new Set(LATER.map((name) => new URL(name, self.location.href).href));

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
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const answered = await fetch(request);
  if (answered.ok && later.has(request.url)) await cache.put(request, answered.clone());
  return answered;
}
