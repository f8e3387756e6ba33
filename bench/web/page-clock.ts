// What is measured inside a page: programs that the debugger evaluates there, as texts.

/** How long the thread must have been free before a page counts as interactive, in ms. */
const freeMs = 50;
/** A turn of the thread that takes longer is work, in ms; an idle one comes every 4. */
const busyTurnMs = 16;
/** Rows that are enough to say that the page has its data. */
export const rowsWanted = 20;

/**
 * Installed before the document's own programs. `benchReady` is settled with the time from the start of the navigation
 * until `selector` matched `count` times, fonts were there, and the thread had been free for 50 ms; those 50 not counted.
 */
export const readyClock = (selector: string, count: number): string => `(() => {
  const hasData = () => document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count};
  window.benchReady = new Promise((resolve) => {
    let last = performance.now();
    let freeSince;
    const turn = () => {
      const now = performance.now();
      const wasBusy = now - last > ${busyTurnMs};
      last = now;
      if (freeSince === undefined || wasBusy)
        freeSince = hasData() && document.fonts.status === 'loaded' ? now : undefined;
      if (freeSince !== undefined && now - freeSince >= ${freeMs}) resolve(freeSince);
      else setTimeout(turn, 0);
    };
    document.addEventListener('DOMContentLoaded', turn);
  });
})()`;

/** Settles when the next frame has been painted. */
const painted = `new Promise((resolve) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(performance.now());
  port2.postMessage(0);
}))`;

/** How long something that is waited for may take, in ms. */
const patienceMs = 60_000;

/** ms from an action in the page until `condition` holds and what it shows is painted. Rejects where it never holds. */
export const timeUntil = (action: string, condition: string): string => `(async () => {
  const start = performance.now();
  ${action};
  while (!(${condition})) {
    if (performance.now() - start > ${patienceMs}) throw new Error(${JSON.stringify(`waited in vain: ${condition}`)});
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return (await ${painted}) - start;
})()`;

/** Notes in `benchInputs` the ms from each key or click until the frame after it was painted. */
export const inputClock = `(() => {
  window.benchInputs = [];
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, async ({ timeStamp }) => window.benchInputs.push((await ${painted}) - timeStamp), true);
})()`;

/** Settles when so many were noted. */
export const inputsReach = (count: number): string => `(async () => {
  while (window.benchInputs.length < ${count}) await new Promise((resolve) => requestAnimationFrame(resolve));
})()`;

/** Scrolls what holds the rows by so many pixels, a step each frame; gives the ms of every frame. */
export const scrollRows = (selector: string, pixels: number, perFrame: number): string => `(async () => {
  const scrolls = (element) => element.scrollHeight > element.clientHeight + 1
    && /auto|scroll/.test(getComputedStyle(element).overflowY);
  let holder = document.querySelector(${JSON.stringify(selector)});
  while (holder !== null && !scrolls(holder)) holder = holder.parentElement;
  holder ??= document.scrollingElement;
  const frames = [];
  let last = await new Promise((resolve) => requestAnimationFrame(resolve));
  for (let moved = 0; moved < ${pixels}; moved += ${perFrame}) {
    holder.scrollTop += ${perFrame};
    const now = await new Promise((resolve) => requestAnimationFrame(resolve));
    frames.push(now - last);
    last = now;
  }
  return { frames, top: holder.scrollTop };
})()`;

/** Settles with the clock of the machine once the text is on the page. */
export const timeOfText = (text: string): string => `(async () => {
  while (!document.body.innerText.includes(${JSON.stringify(text)}))
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return Date.now();
})()`;
