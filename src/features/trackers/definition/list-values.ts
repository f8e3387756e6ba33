// How many values the lists of a tracker have.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Definition } from './definition.ts';

/** Of all lists of a tracker together, those that people added to open lists among them: whoever reads it reads them all. */
const trackerValuesMax = 20_000;

/** Values that the lists of a tracker offer, and those that people added. */
const countValues = ({ fieldById }: Pick<Definition, 'fieldById'>): number =>
  [...fieldById.values()].reduce((sum, { values, openValues }) => sum + values.length + openValues.length, 0);

/** Throws invalid, at `path`, where the lists of a tracker have more values than they may, with so many more. */
export function requireRoomForValues(tracker: Pick<Definition, 'fieldById'>, more: number, path?: string): void {
  if (countValues(tracker) + more <= trackerValuesMax) return;
  throw invalid(
    says(
      'tracker.many-values',
    )`the lists of a tracker can have at most ${trackerValuesMax} values together, including values added by users`,
    path,
  );
}
