// What a test says of a page without a browser: in the words of the journeys, so that a case can move from one to the other.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  Action,
  Driver,
  Facts,
  RoleOptions,
  Step,
  TextOptions,
  Upload,
  Wanted,
} from '../../web/testing/driver.ts';

/** How long what is waited for may take, in ms. */
const stepTimeoutMs = 60_000;
const lookEveryMs = 5;

interface HasOptions {
  hasText?: Wanted;
  hasNotText?: Wanted;
  has?: Locator;
  hasNot?: Locator;
}

type State = 'attached' | 'detached' | 'visible' | 'hidden';

export interface Finder {
  getByRole(role: string, options?: RoleOptions): Locator;
  getByText(text: Wanted, options?: TextOptions): Locator;
  getByLabel(text: Wanted, options?: TextOptions): Locator;
  getByPlaceholder(text: Wanted, options?: TextOptions): Locator;
  getByTitle(text: Wanted, options?: TextOptions): Locator;
  getByTestId(id: string): Locator;
  locator(selector: string, options?: HasOptions): Locator;
}

export interface Locator extends Finder {
  readonly steps: readonly Step[];
  filter(options: HasOptions): Locator;
  first(): Locator;
  last(): Locator;
  nth(place: number): Locator;
  and(other: Locator): Locator;
  or(other: Locator): Locator;
  click(options?: object): Promise<void>;
  dblclick(): Promise<void>;
  hover(): Promise<void>;
  focus(): Promise<void>;
  blur(): Promise<void>;
  fill(text: string): Promise<void>;
  /** Of a box that has not yet this state. */
  check(): Promise<void>;
  uncheck(): Promise<void>;
  press(key: string): Promise<void>;
  pressSequentially(text: string): Promise<void>;
  selectOption(value: string): Promise<void>;
  setInputFiles(files: Upload | readonly Upload[]): Promise<void>;
  waitFor(options?: { state?: State }): Promise<void>;
  count(): Promise<number>;
  all(): Promise<Locator[]>;
  allInnerTexts(): Promise<string[]>;
  allTextContents(): Promise<string[]>;
  innerText(): Promise<string>;
  textContent(): Promise<string>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  isVisible(): Promise<boolean>;
  isDisabled(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  isChecked(): Promise<boolean>;
}

/** Looks until there is an answer. Throws, with what is shown, where none comes. */
export async function lookFor<T>(look: () => Promise<T | undefined>, describe: () => Promise<string>): Promise<T> {
  const endsMs = performance.now() + stepTimeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endsMs) throw new Error(await describe());
    await pause(lookEveryMs);
  }
}

const said = (steps: readonly Step[]): string =>
  steps
    .map((step) =>
      Object.entries(step)
        .map(([name, value]) => `${name} ${value instanceof RegExp ? String(value) : JSON.stringify(value)}`)
        .join(', '),
    )
    .join(' > ');

const filters = ({ hasText, hasNotText, has, hasNot }: HasOptions): Step[] => [
  ...(hasText === undefined ? [] : [{ by: 'hasText', text: hasText, isThere: true } as const]),
  ...(hasNotText === undefined ? [] : [{ by: 'hasText', text: hasNotText, isThere: false } as const]),
  ...(has === undefined ? [] : [{ by: 'has', steps: has.steps, isThere: true } as const]),
  ...(hasNot === undefined ? [] : [{ by: 'has', steps: hasNot.steps, isThere: false } as const]),
];

/** Gives the driver of the document that is there by now; to act, once the page has what it asked for. */
export type Connect = (to?: 'act') => Promise<Driver>;

/** What finds elements below these steps. */
export function createFinder(connect: Connect, steps: readonly Step[] = []): Finder {
  const go = (...more: Step[]): Locator => createLocator(connect, [...steps, ...more]);
  const byText =
    (by: 'text' | 'label' | 'placeholder' | 'title') =>
    (text: Wanted, { exact = false }: TextOptions = {}): Locator =>
      go({ by, text, exact });
  return {
    getByRole: (role, options = {}) => go({ by: 'role', role, options }),
    getByText: byText('text'),
    getByLabel: byText('label'),
    getByPlaceholder: byText('placeholder'),
    getByTitle: byText('title'),
    getByTestId: (id) => go({ by: 'css', selector: `[data-testid="${id}"]` }),
    locator: (selector, options = {}) => go({ by: 'css', selector }, ...filters(options)),
  };
}

function createLocator(connect: Connect, steps: readonly Step[]): Locator {
  const go = (...more: Step[]): Locator => createLocator(connect, [...steps, ...more]);
  const fail = async (why: string): Promise<string> => {
    const [body] = (await connect()).read([{ by: 'css', selector: 'body' }]);
    return `${said(steps)}: ${why}. The page shows ${body?.text.slice(0, 3000) ?? 'nothing'}`;
  };
  const act = async (action: Action): Promise<void> => {
    let why = '';
    await lookFor(
      async () => {
        why = (await (await connect('act')).act(steps, action)) ?? '';
        return why === '' ? true : undefined;
      },
      () => fail(why),
    );
  };
  const read = (): Promise<Facts> =>
    lookFor(
      async () => {
        const [one, ...others] = (await connect()).read(steps);
        return others.length === 0 ? one : undefined;
      },
      () => fail('there is not one'),
    );
  const count = async (isShown: boolean): Promise<number> => (await connect()).count(steps, isShown);
  // A list of this realm: those of the window are no equals of it.
  const readAll = async (): Promise<Facts[]> => Array.from((await connect()).read(steps));
  const setChecked = async (isWanted: boolean): Promise<void> => {
    if ((await read()).isChecked === isWanted) return;
    await act({ do: 'click' });
    assert.equal((await read()).isChecked, isWanted, said(steps));
  };
  return {
    ...createFinder(connect, steps),
    steps,
    filter: (options) => go(...filters(options)),
    first: () => go({ by: 'nth', place: 0 }),
    last: () => go({ by: 'nth', place: -1 }),
    nth: (place) => go({ by: 'nth', place }),
    and: (other) => go({ by: 'and', steps: other.steps }),
    or: (other) => go({ by: 'or', steps: other.steps }),
    click: () => act({ do: 'click' }),
    dblclick: () => act({ do: 'dblclick' }),
    hover: () => act({ do: 'hover' }),
    focus: () => act({ do: 'focus' }),
    blur: () => act({ do: 'blur' }),
    fill: (text) => act({ do: 'fill', text }),
    check: () => setChecked(true),
    uncheck: () => setChecked(false),
    async press(key) {
      await act({ do: 'focus' });
      await (await connect('act')).press(key);
    },
    async pressSequentially(text) {
      await act({ do: 'focus' });
      await (await connect('act')).type(text);
    },
    selectOption: (value) => act({ do: 'select', values: [value] }),
    setInputFiles: (files) => act({ do: 'upload', files: 'name' in files ? [files] : files }),
    async waitFor({ state = 'visible' } = {}) {
      const isWanted = state === 'visible' || state === 'attached';
      const isShown = state === 'visible' || state === 'hidden';
      await lookFor(
        async () => {
          const found = await count(isShown);
          assert.ok(!isWanted || found < 2, `${said(steps)}: there are ${found}`);
          return found > 0 === isWanted ? true : undefined;
        },
        () => fail(`it does not become ${state}`),
      );
    },
    count: () => count(false),
    all: async () => Array.from({ length: await count(false) }, (_, place) => go({ by: 'nth', place })),
    allInnerTexts: async () => (await readAll()).map(({ innerText }) => innerText),
    allTextContents: async () => (await readAll()).map(({ text }) => text),
    innerText: async () => (await read()).innerText,
    textContent: async () => (await read()).text,
    inputValue: async () => (await read()).value,
    getAttribute: async (name) => (await read()).attributes[name] ?? null,
    isVisible: async () => (await count(true)) > 0,
    isDisabled: async () => (await read()).isDisabled,
    isEnabled: async () => !(await read()).isDisabled,
    isChecked: async () => (await read()).isChecked,
  };
}
