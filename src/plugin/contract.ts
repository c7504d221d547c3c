// Which contract this is; plugins say theirs as `contract`.

/**
 * The number of the plugin contract. It goes up when a plugin written for the new contract could not be served by a gateway
 * of the one before; a plugin of an earlier number is served unless the changelog says otherwise.
 */
export const CONTRACT = 1;
