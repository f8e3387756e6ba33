// A browser without layout, style sheets and a process of its own: what a document of the pages finds around it.
import { readFileSync } from 'node:fs';
import type { Script } from 'node:vm';
import { Browser, BrowserErrorCaptureEnum, VirtualConsoleLogLevelEnum } from 'happy-dom';
import type { BrowserPage, BrowserWindow } from 'happy-dom';
import type { Driver } from '../../web/testing/driver.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';

/** The document of every page; its program is run by the test. */
const documentText = readFileSync(new URL('../../web/index.html', import.meta.url), 'utf8').replace(
  /<script type="module".*<\/script>/,
  '<script>startPages()</script>',
);

export interface Cookie {
  key: string;
  value: string;
}

export interface Asked {
  method: string;
  url: string;
  body: string;
  /** Undefined until it is answered. */
  status?: number;
}

/** Of a test, in place of the server's. */
export interface GivenAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  json: unknown;
  /** In place of `json`. */
  body?: string;
}

export interface WindowOptions {
  base: string;
  script: Script;
  locale: string;
  width: number;
  appearance: 'light' | 'dark';
  cookies: readonly Cookie[];
  /** Of everything that the pages ask the server for, before it goes there; may wait, or answer in its place. */
  onAsk(asked: Asked): Promise<GivenAnswer | 'abort' | undefined>;
  onAnswer(asked: Asked): void;
  /** Errors and warnings of the console, and errors that nothing caught. */
  onComplaint(text: string): void;
}

export interface OpenWindow {
  readonly url: string;
  driver(): Promise<Driver>;
  /** Waits until the document has what it asked for, or for a while. */
  rest(): Promise<void>;
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  goBack(): Promise<void>;
  /** The value of an expression in the document. */
  evaluate(expression: string): unknown;
  close(): Promise<void>;
}

let windows = 0;

/** Channels between the documents of one person, which end with them. */
function createChannels() {
  windows += 1;
  const prefix = `${windows} `;
  const open = new Set<BroadcastChannel>();
  class OwnChannel extends BroadcastChannel {
    constructor(name: string) {
      super(prefix + name);
      open.add(this);
    }
  }
  const closeAll = (): void => {
    for (const channel of open) channel.close();
    open.clear();
  };
  return { OwnChannel, closeAll };
}

/** How large each element is taken for: lists that show what is in sight alone show their first entries. */
const size = { offsetWidth: 1280, offsetHeight: 40, clientWidth: 1280, clientHeight: 10_000 };

/** There is no layout, and so nothing is out of sight. */
const createSeeing = (window: BrowserWindow) =>
  class {
    readonly #seen: (entries: readonly { isIntersecting: true; target: unknown }[]) => void;
    constructor(seen: (entries: readonly { isIntersecting: true; target: unknown }[]) => void) {
      this.#seen = seen;
    }
    observe(target: unknown): void {
      window.setTimeout(() => this.#seen([{ isIntersecting: true, target }]));
    }
    unobserve(): void {}
    disconnect(): void {}
  };

function equip(window: BrowserWindow, options: WindowOptions, more: object): void {
  Object.assign(window, {
    IntersectionObserver: createSeeing(window),
    reportError: (error: unknown) => options.onComplaint(String(error)),
    ...more,
  });
  const languages = [options.locale, options.locale.slice(0, 2)];
  Object.defineProperties(window.navigator, {
    language: { value: options.locale },
    languages: { value: languages },
    // As in a browser that is asked over plain HTTP: each document is alone.
    locks: { value: undefined },
  });
  for (const [name, value] of Object.entries(size))
    Object.defineProperty(window.HTMLElement.prototype, name, { configurable: true, get: () => value });
}

/** A document that is shown; once it is left, it hears no more of what it asked, as in a browser. */
interface Shown {
  isLeft: boolean;
}

const createFetch = (window: BrowserWindow, shown: Shown): BrowserWindow['fetch'] => {
  const ask = window.fetch.bind(window);
  return async (...request) => {
    try {
      return await ask(...request);
    } catch (error) {
      if (shown.isLeft) await new Promise<never>(() => undefined);
      throw error;
    }
  };
};

/** How long an action waits at most for what the page has asked, in ms: some of it, a test holds back. */
const restMs = 300;

/** Waits until a page has what it asked for: nobody acts on what is still becoming what they see. */
async function rest(pending: ReadonlySet<Asked>): Promise<void> {
  const endsMs = performance.now() + restMs;
  await until(() => pending.size === 0 || performance.now() > endsMs);
}

/** Opens a browser of one person. */
export function openWindow(options: WindowOptions): OpenWindow {
  const { base, script } = options;
  const channels = createChannels();
  const pending = new Set<Asked>();
  let driver: Driver | undefined;
  let isOpen = true;
  let shown: Shown = { isLeft: false };
  let stores: PropertyDescriptorMap | undefined;
  const begin = (window: BrowserWindow): void => {
    driver = undefined;
    pending.clear();
    channels.closeAll();
    // What a person's browser keeps, it has for all documents.
    stores ??= { localStorage: { value: window.localStorage }, sessionStorage: { value: window.sessionStorage } };
    Object.defineProperties(window, stores);
    shown.isLeft = true;
    shown = { isLeft: false };
    equip(window, options, {
      fetch: createFetch(window, shown),
      BroadcastChannel: channels.OwnChannel,
      connect: (given: Driver) => void (driver = given),
      startPages: () => void script.runInContext(window),
    });
  };
  const browser = new Browser({
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      disableJavaScriptFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
      errorCapture: BrowserErrorCaptureEnum.tryAndCatch,
      viewport: { width: options.width, height: 900 },
      device: { prefersColorScheme: options.appearance, prefersReducedMotion: 'reduce' },
      navigation: { beforeContentCallback: begin },
      fetch: { interceptor: intercept(options, pending) },
    },
  });
  const context = browser.newIncognitoContext();
  for (const cookie of options.cookies)
    context.cookieContainer.addCookies([{ ...cookie, originURL: new URL(base), path: '/', httpOnly: true }]);
  const page = context.newPage();
  listenToConsole(page, (text) => isOpen && options.onComplaint(text));
  const { mainFrame } = page;
  /** A document says good-bye to the server, which its end would break off. */
  const leave = async (): Promise<void> => {
    driver?.leave();
    await rest(pending);
    shown.isLeft = true;
  };
  return {
    get url() {
      return mainFrame.url;
    },
    driver: () => until(() => driver),
    rest: () => rest(pending),
    async goto(address) {
      await leave();
      await page.goto(new URL(address, base).href);
    },
    async reload() {
      await leave();
      await page.reload();
    },
    async goBack() {
      await page.goBack();
    },
    evaluate(expression) {
      const value: unknown = page.evaluate(expression);
      return value;
    },
    async close() {
      isOpen = false;
      await leave();
      channels.closeAll();
      await browser.close();
    },
  };
}

/** What happy-dom writes of refusals, which the window follows itself, and of requests that end because a document is left. */
const ofRequests = /^(?:AbortError|Error: socket hang up$|[A-Z]+ http\S+ \d{3} \()/;

function listenToConsole(page: BrowserPage, onComplaint: (text: string) => void): void {
  const { virtualConsolePrinter } = page;
  virtualConsolePrinter.addEventListener('print', () => {
    for (const { level, message } of virtualConsolePrinter.read())
      if (level >= VirtualConsoleLogLevelEnum.warn && !ofRequests.test(String(message[0])))
        onComplaint(message.map(String).join(' '));
  });
}

/** Gives documents out, and asks the server for everything else. */
function intercept({ base, onAsk, onAnswer, locale }: WindowOptions, pending: Set<Asked>) {
  const asked = new WeakMap<object, Asked>();
  type Context = Parameters<
    NonNullable<NonNullable<Browser['settings']['fetch']['interceptor']>['beforeAsyncRequest']>
  >[0];
  return {
    async beforeAsyncRequest({ request, window }: Context) {
      const { pathname } = new URL(request.url);
      if (request.url.startsWith(base) && !/^\/(?:api|git|plugins|goto|docs)\//.test(pathname))
        return new window.Response(documentText, { headers: { 'content-type': 'text/html' } });
      request.headers.set('accept-language', locale);
      const one: Asked = { method: request.method, url: request.url, body: '' };
      asked.set(request, one);
      if (pathname !== '/api/events/stream') pending.add(one);
      request.signal.addEventListener('abort', () => pending.delete(one));
      if (request.method !== 'GET') one.body = await request.clone().text();
      const answer = await onAsk(one);
      if (answer === undefined) return undefined;
      pending.delete(one);
      if (answer === 'abort') throw new window.TypeError('Failed to fetch');
      const { status, headers, json, body: text = JSON.stringify(json) } = answer;
      return new window.Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
    },
    // For what the test answers, too.
    async afterAsyncResponse({ request, response }: Context & { response: { status: number } }) {
      const one = asked.get(request);
      if (one === undefined) return undefined;
      pending.delete(one);
      onAnswer(Object.assign(one, { status: response.status }));
      return undefined;
    },
  };
}
