// What is computed from the artifacts below one, for other features.
import { loadCharts } from './charts.ts';
import { loadPastLinks } from './past-links.ts';
import { loadSums } from './sums.ts';
import { endedOf } from './velocity.ts';

export const computedValues = { loadCharts, loadPastLinks, loadSums, endedOf };
