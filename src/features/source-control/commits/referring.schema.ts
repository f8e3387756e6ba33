// References of commits and pull requests as the wire has them (reference page 96).
import { Type } from 'typebox';

export const CrossReferences = Type.Array(
  Type.Object({
    ref: Type.String({ description: 'As texts write it, such as "story #17".' }),
    url: Type.String(),
    direction: Type.String({
      description: 'out: this one names it. in: a text of it that you may read names this one. both.',
    }),
  }),
);
