// How requests name people.
import { Type } from 'typebox';
import { Closed } from '../../platform/http/index.ts';

export const UserReference = Closed({
  id: Type.Optional(Type.Integer()),
  username: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  ldap_id: Type.Optional(Type.String()),
});
