// Runs the files of the built pages, which are classic scripts: browsers keep the compiled code of those, and compile modules anew
// on each visit. Each file says what it needs and is run once that is there, as a module would be. Part of every built document.
type Exports = Record<string, unknown>;

interface PageFile {
  needs: readonly string[];
  run(exports: Exports, require: (name: string) => Exports): void;
  exports?: Exports;
}

declare global {
  /** Called by each file, with its name and those of the files that it needs. */
  var tepalFile: (name: string, needs: PageFile['needs'], run: PageFile['run']) => void;
  /** What a file exports, as `import()` gives it. `along` are files that it will need. Rejects where one can't be read. */
  var tepalRead: (name: string, along?: readonly string[]) => Promise<Exports>;
  /**
   * To be awaited before what could not be read is taken for a failure: browsers that leave a page break off what it reads, and Firefox
   * tells the page so. Resolves at once, or where the browser may be leaving when it is known to have stayed, as for a download.
   */
  var tepalWhileHere: (() => Promise<void>) | undefined;
}

/** How long after the browser began to leave a failure may come from that, and how long such a one waits, in ms. */
const leavingMs = 2000;
let leftAtMs = -Infinity;
for (const type of ['beforeunload', 'pagehide'])
  addEventListener(type, () => {
    leftAtMs = performance.now();
  });

const whileHere = async (): Promise<void> => {
  if (performance.now() - leftAtMs < leavingMs) await new Promise((resolve) => setTimeout(resolve, leavingMs));
};
globalThis.tepalWhileHere = whileHere;

const folder = '/assets/';
/** What the policy of the document takes scripts by. */
const nonce = document.currentScript?.nonce ?? '';
const files = new Map<string, PageFile>();
/** Files that somebody waits for. What failed is none of them, so that it is asked for again. */
const waiting = new Map<string, PromiseWithResolvers<PageFile>>();

/** Selects what brings a file: a script of its own, or one of the document that holds several. */
const bringerOf = (name: string): string => `script[src="${folder}${name}"],script[data-holds~="${name}"]`;

function request(name: string): void {
  const script = document.createElement('script');
  script.crossOrigin = '';
  script.fetchPriority = 'high';
  script.nonce = nonce;
  script.src = folder + name;
  document.head.append(script);
}

function ask(name: string): Promise<PageFile> {
  const waited = waiting.get(name);
  if (waited !== undefined) return waited.promise;
  const asked = Promise.withResolvers<PageFile>();
  waiting.set(name, asked);
  const file = files.get(name);
  if (file !== undefined) asked.resolve(file);
  else if (document.querySelector(bringerOf(name)) === null) request(name);
  return asked.promise;
}

async function load(name: string, seen: Set<string>): Promise<void> {
  if (seen.has(name)) return;
  seen.add(name);
  const { needs } = await ask(name);
  await Promise.all(needs.map((need) => load(need, seen)));
}

function run(name: string): Exports {
  const file = files.get(name);
  if (file === undefined) throw new Error(`${name} is wanted before it is there`);
  if (file.exports !== undefined) return file.exports;
  const exports: Exports = {};
  file.run(exports, run);
  file.exports = exports;
  return exports;
}

globalThis.tepalFile = (name, needs, runFile) => {
  if (files.has(name)) return;
  const file = { needs, run: runFile };
  files.set(name, file);
  waiting.get(name)?.resolve(file);
};

globalThis.tepalRead = async (name, along = []) => {
  const seen = new Set<string>();
  await Promise.all([name, ...along].map((each) => load(each, seen)));
  return run(name);
};

/** A script that failed, or that arrived and was no file of the pages. */
function settle({ target }: Event): void {
  const source = target instanceof HTMLScriptElement ? (target.getAttribute('src') ?? '') : '';
  if (!(target instanceof HTMLScriptElement) || !source.startsWith(folder)) return;
  const held = target.dataset['holds']?.split(' ');
  const missing = (held ?? [source.slice(folder.length)]).filter((name) => !files.has(name));
  if (missing.length > 0) target.remove();
  for (const name of missing.filter((one) => waiting.has(one))) {
    // Of several, each is asked for by itself.
    if (held !== undefined) request(name);
    else {
      const asked = waiting.get(name);
      waiting.delete(name);
      void whileHere().then(() => asked?.reject(new TypeError(`${source} can’t be read`)));
    }
  }
}
for (const type of ['load', 'error']) document.addEventListener(type, settle, true);

/** How often a style sheet is asked for again, and how long after it failed, in ms. */
const sheetTries = 10;
const sheetAgainMs = 1000;

/** A page without a style sheet can hardly be used, and a busy server refuses one as it refuses anything: asks again. */
function readSheetAgain({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  const tries = Number(target.dataset['tries'] ?? 0) + 1;
  if (tries > sheetTries) return;
  setTimeout(() => {
    const again = target.cloneNode();
    if (again instanceof HTMLLinkElement) again.dataset['tries'] = String(tries);
    target.replaceWith(again);
  }, sheetAgainMs);
}
document.addEventListener('error', readSheetAgain, true);

/** What needs a style sheet is run without it: see above. The bundler says so by this event, and names the sheet in its error. */
addEventListener('vite:preloadError', (event) => {
  if (!('payload' in event) || !(event.payload instanceof Error) || !event.payload.message.includes(' CSS ')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
});

export {};
