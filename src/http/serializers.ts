import type { Encoder } from '../web/api.js';
import { serializers } from '../web/serializers.js';
import { represent } from './compression.js';

/** Encodes bodies with compiled serializers and with the hash and the compression of Node. */
export const NODE_ENCODER: Encoder = {
  serialize: (operation, body) => serializers[operation](body),
  represent,
};
