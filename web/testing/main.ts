// The pages for tests without a browser: the program of the document, and what tests look and act by.
import { userEvent } from '@testing-library/user-event';
import type { Action, Driver, Facts, Upload } from './driver.ts';
import { closeEventSources, PageEventSource } from './event-source.ts';
import { find, isChecked, isDisabled, isShown } from './find.ts';

declare global {
  /** Given by the test. */
  var connect: (driver: Driver) => void;
}

const user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 });

const isTyped = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Puts the text in the place of what is there, in one step, as pasting over it does. */
function fill(element: Element, text: string): void {
  if (element instanceof HTMLElement) element.focus();
  if (isTyped(element)) {
    const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    // React's own setter of the element would hide the change from React.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  } else element.textContent = text;
  const facts = { bubbles: true, inputType: 'insertText', data: text };
  element.dispatchEvent(new InputEvent('input', facts));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

const fileOf = ({ name, mimeType, buffer }: Upload): File =>
  new File([Uint8Array.from(buffer)], name, { type: mimeType });

async function perform(element: Element, action: Action): Promise<void> {
  switch (action.do) {
    case 'click':
      return user.click(element);
    case 'dblclick':
      return user.dblClick(element);
    case 'hover':
      return user.hover(element);
    case 'focus':
    case 'blur':
      return element instanceof HTMLElement ? element[action.do]() : undefined;
    case 'fill':
      return fill(element, action.text);
    case 'upload':
      return element instanceof HTMLElement ? user.upload(element, action.files.map(fileOf)) : undefined;
    case 'select':
      return user.selectOptions(element, [...action.values]);
  }
}

/** How long nothing changes in a document that stands still, and how often that is awaited at most, in ms. */
const stillMs = 8;
const stillAtMost = 25;

/** Nobody acts on a page while it is still becoming what they see. */
async function standStill(): Promise<void> {
  let hasChanged = true;
  const observer = new MutationObserver(() => void (hasChanged = true));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let count = 0; hasChanged && count < stillAtMost; count += 1) {
    hasChanged = false;
    await new Promise((resolve) => setTimeout(resolve, stillMs));
  }
  observer.disconnect();
}

const isInWay = (element: Element, action: Action): string | undefined => {
  if (action.do === 'upload') return undefined;
  if (!isShown(element)) return 'it is hidden';
  const isAsked = action.do === 'click' || action.do === 'dblclick' || action.do === 'fill';
  return isAsked && isDisabled(element) ? 'it is disabled' : undefined;
};

const factsOf = (element: Element): Facts => ({
  text: element.textContent,
  innerText: element instanceof HTMLElement ? element.innerText : element.textContent,
  value: isTyped(element) || element instanceof HTMLSelectElement ? element.value : '',
  isDisabled: isDisabled(element),
  isChecked: isChecked(element),
  attributes: Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
});

/** As user-event writes it: Shift+Tab is {Shift>}{Tab}{/Shift}. */
function keysOf(key: string): string {
  const names = key.split(/(?<=.)\+/);
  const last = names.pop() ?? '';
  const held = names.map((name) => (name === 'ControlOrMeta' ? 'Control' : name));
  const pressed = last === 'Space' ? '[Space]' : last.length > 1 ? `{${last}}` : last.replace(/[{[]/, '$&$&');
  return `${held.map((name) => `{${name}>}`).join('')}${pressed}${held
    .toReversed()
    .map((name) => `{/${name}}`)
    .join('')}`;
}

Object.assign(globalThis, { EventSource: PageEventSource });

globalThis.connect({
  count: (steps, isSeen) => find(steps).filter((element) => !isSeen || isShown(element)).length,
  read: (steps) => find(steps).map(factsOf),
  async act(steps, action) {
    if (find(steps).length === 0) return 'it is not there';
    await standStill();
    const [element, ...others] = find(steps);
    if (element === undefined) return 'it is not there any more';
    if (others.length > 0) return `there are ${others.length + 1}`;
    const why = isInWay(element, action);
    if (why === undefined) await perform(element, action);
    return why;
  },
  leave() {
    dispatchEvent(new Event('pagehide'));
    closeEventSources();
  },
  async press(key) {
    await standStill();
    await user.keyboard(keysOf(key));
  },
  async type(text) {
    await standStill();
    await user.keyboard(text.replaceAll(/[{[]/g, '$&$&'));
  },
});

void import('../main.tsx');
