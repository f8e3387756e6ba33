export type StarsEdit = { kind: 'stars'; count: number };

/** As people see them: filled, then empty. */
export const drawStars = (text: unknown): string => (typeof text === 'string' ? text : '').padEnd(5, '-');
