// What a thread of src/features/pages loads: first what stands for a browser, then the pages, which ask it for things from the start.
import './browser.ts';

export const { draw } = await import('./draw-page.ts');
