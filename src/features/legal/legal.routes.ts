// Routes of the site's legal texts.
import { routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Caller } from '../people/index.ts';
import { LegalNameParams, LegalText, NewLegalText } from './legal.schema.ts';
import type { LegalTexts } from './legal.service.ts';

const route = routesFor<Caller>();
const ofText = { url: '/legal_texts/:name', tag: 'Server', params: LegalNameParams } as const;

export const legalRoutes = (texts: LegalTexts): Route<Caller>[] => [
  route({
    ...ofText,
    method: 'GET',
    access: 'public',
    kind: 'single',
    summary: 'Terms of use or privacy notice of the site',
    responses: { 200: LegalText },
    handler: async ({ params }) => ({ body: await texts.read(params.name) }),
  }),
  route({
    ...ofText,
    method: 'PUT',
    access: 'signed-in',
    kind: 'action',
    summary: 'Set the terms of use or the privacy notice, as a site administrator; empty text deletes it',
    body: NewLegalText,
    responses: { 200: LegalText },
    async handler({ viewer, params, body }) {
      await texts.save(viewer, params.name, body.content);
      return { body: await texts.read(params.name) };
    },
  }),
];
