// Counts and time spans of everything that matches a condition, for charts of other features.
import { countByLists } from './cross-counts.ts';
import { nameValues } from './summaries.service.ts';
import { listTimeSpans } from './time-spans.ts';
import { countValues } from './value-counts.ts';
import { replayValues } from './value-replay.ts';

export const artifactStatistics = { countByLists, nameValues, listTimeSpans, countValues, replayValues };
