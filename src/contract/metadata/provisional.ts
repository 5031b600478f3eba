/**
 * What a request may call a field that has no name yet. It is no name a field can have, so that it
 * means this field alone: expressions and lists of the request keep it whatever the field's label
 * becomes, and the server puts the field's own name in its place.
 */
const PROVISIONAL = /^_[0-9a-f]{8}$/;

export const isProvisional = (name: string): boolean => PROVISIONAL.test(name);
