// How much tests of random input try: a little each time, and with TEST_DEPTH=10 ten times as much.

const depth = Number(process.env['TEST_DEPTH'] ?? 1);

/** The number of tries where each time `few` are made. */
export const triesOf = (few: number): number => Math.ceil(few * depth);
