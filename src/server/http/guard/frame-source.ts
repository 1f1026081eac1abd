import { FRAME_PATH } from '#contract/artifact-frame.ts';

/** A host as a source of a policy names it: an IPv6 address cannot be one. */
const NAMEABLE = /^[\w.-]+(:\d+)?$/;

/** The address of the frames of artifacts as a policy names it; the whole site for a host that a policy cannot name. */
export function frameSource(host: string | undefined): string {
  return host !== undefined && NAMEABLE.test(host) ? `${host}${FRAME_PATH}` : "'self'";
}
