/**
 * Host of which companies may have sub-domains in the stories about them; no name server knows it.
 */
export const ROOT_HOST = 'huozi.test';
