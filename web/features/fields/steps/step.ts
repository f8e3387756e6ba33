/** A step of a test. Its texts keep the formats that they have. */
export type Step = {
  description: string;
  expected: string;
  format: string;
  expectedFormat: string;
};

export type StepsEdit = { kind: 'steps'; steps: readonly Step[] };

export const emptyStep: Step = { description: '', expected: '', format: 'commonmark', expectedFormat: 'commonmark' };
