// Finds elements as people and their screen readers do: by roles, names and texts.
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { RoleOptions, Step, Wanted } from './driver.ts';

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const matches = (text: string, wanted: Wanted, exact = false): boolean => {
  if (typeof wanted !== 'string') return wanted.test(squeeze(text));
  return exact
    ? squeeze(text) === squeeze(wanted)
    : squeeze(text).toLowerCase().includes(squeeze(wanted).toLowerCase());
};

/** There are no style sheets here, so that styles of the element itself are all there is. */
const styleOf = (element: Element): CSSStyleDeclaration =>
  element instanceof HTMLElement ? element.style : document.body.style;

const nameOf = (element: Element): string =>
  computeAccessibleName(element, { getComputedStyle: styleOf, computedStyleSupportsPseudoElements: false });

/** The element and all around it. */
function* withParents(element: Element): Generator<Element> {
  for (let one: Element | null = element; one !== null; one = one.parentElement) yield one;
}

const isUnseen = (element: Element): boolean =>
  element.matches('head, script, style, template, noscript, [hidden], input[type="hidden"]') ||
  (element instanceof HTMLElement && /none/.test(element.style.display)) ||
  (element.parentElement?.matches('details:not([open])') === true && !element.matches('summary'));

/** Whether people can see it, as far as it is no question of style sheets. */
export const isShown = (element: Element): boolean => {
  for (const one of withParents(element)) if (isUnseen(one)) return false;
  return element.isConnected;
};

/** Whether screen readers know it. */
const isKnown = (element: Element): boolean => {
  for (const one of withParents(element))
    if (isUnseen(one) || one.getAttribute('aria-hidden') === 'true' || one.hasAttribute('inert')) return false;
  return true;
};

export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') ||
  element.getAttribute('aria-disabled') === 'true' ||
  (element.matches('button, input, select, textarea') && element.closest('fieldset[disabled]') !== null);

export const isChecked = (element: Element): boolean =>
  element instanceof HTMLInputElement ? element.checked : element.getAttribute('aria-checked') === 'true';

const isSelected = (element: Element): boolean =>
  element instanceof HTMLOptionElement ? element.selected : element.getAttribute('aria-selected') === 'true';

const levelOf = (element: Element): number =>
  Number(element.getAttribute('aria-level') ?? /^H(\d)$/.exec(element.tagName)?.[1] ?? 0);

const fits = (element: Element, options: RoleOptions): boolean => {
  const { checked, disabled, expanded, pressed, selected, level, name, exact } = options;
  const has = (wanted: boolean | undefined, is: () => boolean): boolean => wanted === undefined || wanted === is();
  return (
    has(checked, () => isChecked(element)) &&
    has(disabled, () => isDisabled(element)) &&
    has(expanded, () => element.getAttribute('aria-expanded') === 'true') &&
    has(pressed, () => element.getAttribute('aria-pressed') === 'true') &&
    has(selected, () => isSelected(element)) &&
    (level === undefined || level === levelOf(element)) &&
    (options.includeHidden === true || isKnown(element)) &&
    (name === undefined || matches(nameOf(element), name, exact))
  );
};

/** What the package that knows roles does not know. */
const furtherRoles = new Map([
  ['P', 'paragraph'],
  ['STRONG', 'strong'],
  ['CODE', 'code'],
  ['TIME', 'time'],
  ['BLOCKQUOTE', 'blockquote'],
]);

function roleOf(element: Element): string | null {
  if (element.matches('th[scope^="row"]:not([role])')) return 'rowheader';
  return getRole(element) ?? furtherRoles.get(element.tagName) ?? null;
}

const byRole = (all: readonly Element[], role: string, options: RoleOptions): Element[] =>
  all.filter((element) => roleOf(element) === role && fits(element, options));

const textOf = (element: Element): string => {
  if (element instanceof HTMLInputElement && /^(?:button|submit|reset)$/.test(element.type)) return element.value;
  return element.textContent;
};

/** The innermost elements with this text. */
function byText(all: readonly Element[], wanted: Wanted, exact: boolean): Element[] {
  const found = all.filter(
    (element) => !element.matches('script, style, noscript, template') && matches(textOf(element), wanted, exact),
  );
  const outer = new Set<Element | null>(found.map(({ parentElement }) => parentElement));
  return found.filter((element) => !outer.has(element));
}

const hasLabels = (element: Element): element is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
  element.matches('input:not([type="hidden"]), select, textarea');

const labelsOf = (element: Element): string[] => {
  const named = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const ids = named.flatMap((id) => document.getElementById(id)?.textContent ?? []);
  const own = hasLabels(element) ? Array.from(element.labels ?? [], ({ textContent }) => textContent) : [];
  return [...(ids.length > 0 ? [ids.join(' ')] : own), element.getAttribute('aria-label') ?? ''].filter(Boolean);
};

const without = (some: readonly Element[], others: readonly Element[]): Element[] =>
  some.filter((element) => !others.includes(element));

const inOrder = (elements: Iterable<Element>): Element[] =>
  [...new Set(elements)].sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));

const inside = (roots: readonly ParentNode[]): Element[] => {
  const all = roots.map((root) => [...root.querySelectorAll('*')]);
  const [first = []] = all;
  return all.length === 1 ? first : inOrder(all.flat());
};

const selectIn = (roots: readonly ParentNode[], selector: string): Element[] =>
  inOrder(roots.flatMap((root) => [...root.querySelectorAll(selector)]));

function take(roots: readonly ParentNode[], step: Step): Element[] {
  const here = roots.filter((root) => root instanceof Element);
  switch (step.by) {
    case 'role':
      return byRole(inside(roots), step.role, step.options);
    case 'text':
      return byText(inside(roots), step.text, step.exact);
    case 'label':
      return inside(roots).filter((element) =>
        labelsOf(element).some((label) => matches(label, step.text, step.exact)),
      );
    case 'placeholder':
    case 'title':
      return inside(roots).filter((element) => {
        const text = element.getAttribute(step.by);
        return text !== null && matches(text, step.text, step.exact);
      });
    case 'css':
      return selectIn(roots, step.selector);
    case 'has':
      return here.filter((element) => find(step.steps, [element]).length > 0 === step.isThere);
    case 'hasText':
      return here.filter((element) => matches(textOf(element), step.text) === step.isThere);
    case 'nth':
      return here.slice(step.place, step.place + 1 || undefined);
    case 'and':
      return without(here, without(here, find(step.steps)));
    case 'or':
      return inOrder([...here, ...find(step.steps)]);
  }
}

/** All elements that the steps lead to, in the order of the document. */
export const find = (steps: readonly Step[], roots: readonly ParentNode[] = [document]): Element[] => {
  let found: readonly ParentNode[] = roots;
  for (const step of steps) found = take(found, step);
  return found.filter((element) => element instanceof Element);
};
