// Routes of public keys of SSH, which Git over SSH asks for.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { FreshProof } from '../credentials/fresh-proof.ts';
import type { Caller } from '../credentials/sign-in.ts';
import { NewSshKey, SshKey } from './ssh-keys.schema.ts';
import type { SshKeys } from './ssh-keys.service.ts';

const route = routesFor<Caller>();
const tag = 'SSH keys';

export const sshKeyRoutes = (keys: SshKeys, fresh: FreshProof): Route<Caller>[] => [
  route({
    method: 'POST',
    url: '/ssh_keys',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Add an SSH public key for Git over SSH, with your password or shortly after signing in',
    body: NewSshKey,
    responses: { 201: SshKey },
    async handler({ viewer, body, request }) {
      await fresh.require(viewer, body.password, request);
      return { status: 201, body: await keys.add(viewer, body.key) };
    },
  }),
  route({
    method: 'GET',
    url: '/users/:id/ssh_keys',
    access: 'signed-in',
    kind: 'list',
    tag,
    summary: 'Your public keys; those of others for site administrators',
    params: IdParams,
    responses: { 200: Type.Array(SshKey) },
    handler: async ({ viewer, params }) => ({ body: await keys.list(viewer, params.id) }),
  }),
  route({
    method: 'DELETE',
    url: '/ssh_keys/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Remove one of your public keys',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await keys.remove(viewer, params.id);
      return {};
    },
  }),
];
