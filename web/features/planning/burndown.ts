// The numbers of a milestone's burndown, as a chart takes them. Pure.
import type { Schemas } from '../../platform/schemas.ts';

type Burndown = Pick<Schemas['Burndown'], 'capacity' | 'points_with_date' | 'duration'>;

interface Lines {
  dates: string[];
  remaining: (number | null)[];
  ideal: (number | null)[];
}

/** What remains on each day, beside the straight way from what there was to nothing. */
export function burndownOf({ capacity, points_with_date: points, duration }: Burndown): Lines {
  const remaining = points.map((point) => point.remaining_effort);
  const first = capacity ?? remaining.find((value) => value !== null) ?? 0;
  const steps = Math.max(1, duration ?? points.length - 1);
  return {
    dates: points.map(({ date }) => date.slice(0, 10)),
    remaining,
    ideal: points.map((_, at) => Math.max(0, first - (first / steps) * at)),
  };
}
