// Labels of projects, which things of later features carry.
import './labels.tables.ts';

export { createLabelsFeature } from './feature.ts';
export { ItemLabelsChange, Label, LabelList, NewLabel } from './labels.schema.ts';
export { carryLabels, changeLabelsOf, keepLabels, viewLabel } from './labels.service.ts';
export type { Carriers } from './labels.service.ts';
export { carriersOf, listLabels, listLabelsOf, listLabelsOfAll } from './labels.store.ts';
export type { LabelledItem } from './labels.store.ts';
