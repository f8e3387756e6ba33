// What clients of Git LFS send (git-lfs's docs/api).
import { Type } from 'typebox';
import { shapeCheck } from '../../../platform/texts/shape.ts';

/** Of one request for objects; clients ask for 100. */
export const batchMax = 1000;

const LfsFacts = Type.Object({
  oid: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  size: Type.Integer({ minimum: 0 }),
});
export const isFacts = shapeCheck(LfsFacts);

export const isBatch = shapeCheck(
  Type.Object({
    operation: Type.Enum(['download', 'upload']),
    transfers: Type.Optional(Type.Array(Type.String())),
    hash_algo: Type.Optional(Type.String()),
    objects: Type.Array(LfsFacts),
  }),
);

export const isNewLock = shapeCheck(Type.Object({ path: Type.String({ minLength: 1, maxLength: 4096 }) }));

export const isLockPage = shapeCheck(
  Type.Object({ cursor: Type.Optional(Type.String()), limit: Type.Optional(Type.Integer({ minimum: 0 })) }),
);

export const isUnlock = shapeCheck(Type.Object({ force: Type.Optional(Type.Boolean()) }));
