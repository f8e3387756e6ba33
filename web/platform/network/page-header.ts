/** Says that a page asks: then its session alone counts, and the browser opens no box of its own where that is over. */
export const pageHeader = { 'x-requested-with': 'Tepal' };
