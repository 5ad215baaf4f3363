const apiVersion = "management.loft.sh/v1";

/** One object of each kind in YAML, as people write it for kubectl. */
export function everyKind(title: string): string {
  return `apiVersion: ${apiVersion}
kind: Project
metadata:
  name: shop
spec:
  displayName: ${title}
---
${template("dev", title)}---
apiVersion: ${apiVersion}
kind: OwnedAccessKey
metadata:
  name: ci
spec:
  displayName: ${title}
  user: build
  key: fake-key-for-tests
  ttl: 9007199254740993
---
apiVersion: ${apiVersion}
kind: VirtualClusterInstance
metadata:
  name: vc
  namespace: p-web
spec:
  displayName: ${title}
  clusterRef: {cluster: east, namespace: team, virtualCluster: vc}
`;
}

/** A space template in YAML. */
export function template(name: string, title: string, metadata = ""): string {
  return `apiVersion: ${apiVersion}
kind: SpaceTemplate
metadata:
  name: ${name}
  labels: {team: web}
${metadata}spec:
  displayName: ${title}
  access:
  - users: ["*"]
    verbs: [get]
`;
}
