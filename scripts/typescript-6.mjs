// dependency-cruiser parses sources with TypeScript's compiler API, which TypeScript 7 no longer offers to it. Loaded
// before it, this module answers its request for `typescript` with the TypeScript 6 that is installed as `typescript-6`.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^typescript(?=\/|$)/, 'typescript-6'), context),
});
