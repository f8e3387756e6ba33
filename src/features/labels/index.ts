// Labels of projects, which things of later features carry.
import './labels.tables.ts';

export { createLabelsFeature } from './feature.ts';
export { ItemLabelsChange, LabelList } from './labels.schema.ts';
export { carryLabels, changeLabelsOf, viewLabel } from './labels.service.ts';
export type { Carriers } from './labels.service.ts';
export { carriersOf, listLabelsOf } from './labels.store.ts';
export type { LabelledItem } from './labels.store.ts';
