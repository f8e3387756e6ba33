// What surrounds every page: header, side bar of the project, palette, help, messages, sign-in over the page.
export { Frame } from './frame.tsx';
export { NotFound } from './not-found.tsx';
