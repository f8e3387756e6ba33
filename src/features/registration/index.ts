import './registration.tables.ts';
export { createRegistrationFeature } from './feature.ts';
