import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTaken, keepTakenKeys, settlingMs } from './composition.ts';

class Press extends Event {
  readonly isComposing: boolean;
  readonly keyCode: number;
  constructor(kind: string, isComposing: boolean, keyCode: number) {
    super(kind, { cancelable: true });
    this.isComposing = isComposing;
    this.keyCode = keyCode;
  }
}

test('keys that an input method has taken reach no listener, as each browser tells them', () => {
  const page = new EventTarget();
  keepTakenKeys(page);
  const heard: string[] = [];
  for (const kind of ['keydown', 'keypress', 'keyup']) page.addEventListener(kind, () => void heard.push(kind));
  const rows: [name: string, isComposing: boolean, keyCode: number, isHeard: boolean][] = [
    ['Chromium and Firefox, while a word is open', true, 229, false],
    ['Firefox, as it was', true, 13, false],
    ['Safari, of the key that ends a word', false, 229, false],
    ['a key of the page', false, 13, true],
  ];
  for (const [name, isComposing, keyCode, isHeard] of rows) {
    heard.length = 0;
    assert.equal(isTaken({ isComposing, keyCode }), !isHeard, name);
    for (const kind of ['keydown', 'keypress', 'keyup']) {
      const press = new Press(kind, isComposing, keyCode);
      page.dispatchEvent(press);
      assert.equal(press.defaultPrevented, false, 'the method gets it');
    }
    assert.deepEqual(heard, isHeard ? ['keydown', 'keypress', 'keyup'] : [], name);
  }
});

test('a text settles while a word is composed, too, only later', () => {
  const rows: [ms: number, isComposing: boolean, settling: number][] = [
    [200, false, 200],
    [200, true, 800],
    [1000, true, 1000],
  ];
  for (const [ms, isComposing, settling] of rows) assert.equal(settlingMs(ms, isComposing), settling);
});
