/** The path below which the platform speaks the Kubernetes protocol; kubectl takes it as part of the server's address. */
export const apiRoot = "/kubernetes/management";
