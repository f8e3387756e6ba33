// The hands of a person at a page, for journeys that have a budget of clicks, keys and time.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { createHandTime } from './keystroke-level.ts';
import type { HandTime } from './keystroke-level.ts';

/** So many presses of Tab are no way to reach anything. */
const stepsMax = 150;

/** Somebody at a page, whose clicks and keys are counted. */
export class Hands {
  readonly time: HandTime = createHandTime();
  clicks = 0;
  presses = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(wanted: Locator): Promise<void> {
    this.clicks += 1;
    this.time.click();
    await wanted.click();
  }

  async type(text: string): Promise<void> {
    this.time.type(text);
    await this.#page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.presses += 1;
    this.time.press(1);
    await this.#page.keyboard.press(key);
  }

  /** Presses a key until something has the focus; fails where it never gets it. */
  async reach(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await wanted.first().waitFor();
    const reached = wanted.and(this.#page.locator(':focus'));
    let count = 0;
    while ((await reached.count()) === 0) {
      if (count === stepsMax) assert.fail(`the focus does not come to ${String(wanted)}`);
      await this.#page.keyboard.press(key);
      count += 1;
    }
    this.presses += count;
    this.time.press(count);
  }
}
