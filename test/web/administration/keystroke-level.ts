// How long a person takes for what a journey does, by the keystroke-level model (Card, Moran and Newell, 1980): each key, each
// pointing, each change of the hand between keys and pointer, and thinking before each of them have times of their own. What
// the program takes meanwhile is not in it.

/** In ms. A key is that of somebody who types forty words a minute. */
const times = { key: 280, button: 200, point: 1100, home: 400, think: 1350 } as const;

export interface HandTime {
  /** Somebody points at a thing and clicks. */
  click(): void;
  /** Somebody thinks of a text and types it. */
  type(text: string): void;
  /** Somebody decides once, and presses keys in a row. */
  press(count: number): void;
  seconds(): number;
}

/** The hands lie on the keys at first. */
export function createHandTime(): HandTime {
  let ms = 0;
  let isAtPointer = false;
  const go = (toPointer: boolean): void => {
    if (isAtPointer !== toPointer) ms += times.home;
    isAtPointer = toPointer;
  };
  const press = (count: number): void => {
    if (count === 0) return;
    go(false);
    ms += times.think + count * times.key;
  };
  return {
    click() {
      go(true);
      ms += times.think + times.point + times.button;
    },
    press,
    type: (text) => press(text.length),
    seconds: () => Math.round(ms / 1000),
  };
}
