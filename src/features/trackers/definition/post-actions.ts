// What a transition does by itself, as it is stored.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';

/** null where an archive named a field that is not there. */
const fieldId = Type.Union([Type.Integer(), Type.Null()]);

const StoredPostAction = Type.Union([
  Type.Object({
    kind: Type.Literal('set-date'),
    fieldId,
    value: Type.Union([Type.Literal('clear'), Type.Literal('now'), Type.Literal('unset')], {
      description: 'unset: nothing is done yet.',
    }),
  }),
  Type.Object({
    kind: Type.Union([Type.Literal('set-int'), Type.Literal('set-float')]),
    fieldId,
    value: Type.Number(),
  }),
  Type.Object({ kind: Type.Literal('frozen-fields'), fieldIds: Type.Array(Type.Integer()) }),
  Type.Object({ kind: Type.Literal('hidden-fieldsets'), fieldIds: Type.Array(Type.Integer()) }),
  Type.Object({ kind: Type.Literal('run-job'), jobUrl: Type.String() }),
  Type.Object({
    kind: Type.Union([Type.Literal('add-to-top-backlog'), Type.Literal('add-to-program-top-backlog')]),
  }),
]);

export type PostAction = Static<typeof StoredPostAction>;

export const readStoredActions = storedJson(Type.Array(StoredPostAction));
