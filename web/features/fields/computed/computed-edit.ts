/** What the editor of a computed field holds: a number of its own, or that the server computes it. */
export type ComputedEdit = { kind: 'computed'; isAuto: boolean; text: string };
