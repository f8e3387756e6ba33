// What people looked at lately.
import './visits.tables.ts';
export { createVisitsFeature } from './feature.ts';
