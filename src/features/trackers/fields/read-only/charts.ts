// Field types `burndown` and `burnup`: charts over the working days of the artifact's timeframe, drawn from its history.
import { defineDerivedType, plainDescription } from '../field-type.ts';

export const burndownType = defineDerivedType({
  show({ burndown }) {
    const value = burndown();
    return value === undefined ? undefined : { value };
  },
  describe: () => plainDescription(),
});

export const burnupType = defineDerivedType({
  show({ burnup }) {
    const value = burnup();
    return value === undefined ? undefined : { value };
  },
  describe: () => plainDescription(),
});
