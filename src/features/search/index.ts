// Full-text search. Its rooms, each of which uses those before it:
// words/      what a word is, and what people search for
// documents/  what can be found, and its index

import './documents/search.tables.ts';
export { createSearchFeature } from './feature.ts';
export { searchCommands } from './search.commands.ts';
