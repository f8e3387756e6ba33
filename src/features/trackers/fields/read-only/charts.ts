// Field types `burndown` and `burnup`: charts over the working days of the artifact's timeframe, drawn from its history.
import { defineDerivedType } from '../define-type.ts';
import { plainDescription } from '../field-type.ts';

export const burndownType = defineDerivedType({
  role: 'burndown',
  isSingle: true,
  show({ burndown }) {
    const value = burndown();
    return value === undefined ? undefined : { value };
  },
  describe: () => plainDescription(),
});

export const burnupType = defineDerivedType({
  role: 'burnup',
  isSingle: true,
  show({ burnup }) {
    const value = burnup();
    return value === undefined ? undefined : { value };
  },
  describe: () => plainDescription(),
});
