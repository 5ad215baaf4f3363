// The only provider module that cli/ imports, besides packageNames and settingNames (enforced by
// dependency-cruiser).
export { contextKey, type DynamicContext, durationSeconds, inputsKey } from "./adapters/dynamic/dynamicContext.js";
export { stackSettings } from "./adapters/dynamic/dynamicHost.js";
export { isDefaultProvider, parseUrn } from "./adapters/shared/declarations.js";
export { decode, isWireSecret } from "./adapters/shared/wireValues.js";
export type { ClientOptions } from "./api/call.js";
export type { ApiObject } from "./api/client.js";
export {
  type ConnectionFailure,
  connectionFailureOf,
  connectionTexts,
  errorCode,
} from "./api/errors/connectionFailures.js";
export {
  ApiError,
  ConnectionError,
  isCancelled,
  isDenied,
  isForbidden,
  isRejected,
  isUnauthorized,
  isUnknownEndpoint,
} from "./api/errors/errors.js";
export { keyRemedy, lowerParallelHint } from "./api/errors/failure.js";
export { parseJson } from "./api/input/untrustedJson.js";
export { escapeText, operationSecrets, quoted, type Secrets } from "./api/output/redaction.js";
export { secretPlaceholder } from "./api/output/secretForms.js";
export type { PlatformIds, Self } from "./api/platformIdentity.js";
export { exchange } from "./api/transport/exchange.js";
export { createConnector, createPool } from "./api/transport/pool.js";
export { ProxyFailure, proxyFor } from "./api/transport/proxy.js";
export { fieldManager } from "./api/transport/requests.js";
export { speaksTls } from "./api/transport/speaksTls.js";
export { apiVersionOf, groupPath, portOf, segmentProblem, withoutBrackets } from "./api/transport/urls.js";
export { accessKeyRules, type Config, type ConfigField, providerConfig } from "./config/config.js";
export { type Files, systemFiles } from "./config/login.js";
export {
  type ConfigProblem,
  type ConfigSource,
  isEngineKey,
  type ResolvedConfig,
  resolveConfig,
  type SettingOrigin,
  systemSources,
} from "./config/resolveConfig.js";
export { warnOfMiswrittenTexts } from "./engine/check.js";
export * as engine from "./engine/engine.js";
export { platformIn } from "./engine/reservedState.js";
export { type ContextRequest, Session } from "./engine/session.js";
export { rulesOf } from "./objects/fields/fieldRules.js";
export { importProblems } from "./objects/fields/importProblems.js";
export { dnsLabel } from "./objects/fields/metadataFields.js";
export { secretDetector } from "./objects/fields/publicMetadata.js";
export { parseLabelSelector } from "./objects/labelSelector.js";
export { InitFailure } from "./objects/lifecycle/initFailure.js";
export { idOf, resourcePaths } from "./objects/lifecycle/lifecycle.js";
export { findObject } from "./objects/lifecycle/liveObject.js";
export { assertPinnedPlatform, assertSamePlatform } from "./objects/lifecycle/samePlatform.js";
export { isListed, objectLocator } from "./objects/lifecycle/storedLookups.js";
export { nameProblem } from "./objects/messages/importId.js";
export { messageOf, objectLabel, sentenceOf } from "./objects/messages/messages.js";
export { kubectlDelete, pulumiImport, shellWord } from "./objects/messages/shellCommands.js";
export { type Context, isImport, type Owner, type Problem, type Recorded, type Stored } from "./objects/operation.js";
export { isFromAnyStack, isFromThisStack, ownerSelector } from "./objects/ownership.js";
export { ownPrincipal, type Principal, principalKinds, principalsIn } from "./objects/principals.js";
export type { Resource, StoredResource } from "./objects/resource.js";
export { ResourceError } from "./objects/resourceError.js";
export { type ExternalChange, externalChangesIn } from "./objects/state/externalChange.js";
export { creatorOf, lastWriter, writerText } from "./objects/state/fieldManagers.js";
export {
  asList,
  asRecord,
  formatPath,
  isPatternBelow,
  isRecord,
  isWithinAny,
  type MarkedProperties,
  omitBy,
  type Path,
  type Properties,
  parsePath,
  semanticEqual,
  textsAndKeysIn,
  textsAt,
  valueAt,
  withoutNulls,
} from "./objects/values.js";
export { unmaskedSecret } from "./objects/wire/objectShape.js";
export { expiryOf, hasPassed } from "./resources/ownedAccessKey/accessKeyState.js";
export { ownedAccessKey } from "./resources/ownedAccessKey/ownedAccessKey.js";
export { keysSegment } from "./resources/ownedAccessKey/principalKeys.js";
export { isReplacedKey, keyExpiryOf } from "./resources/ownedAccessKey/replacedKeys.js";
export { resourceOfKind } from "./resources/platformObject/platformObject.js";
export { servedKinds } from "./resources/platformObject/servedKinds.js";
export { kindResources, resources } from "./resources/registry.js";
export { instancesPlural } from "./resources/virtualCluster/findInstance.js";
export { getVirtualClusterKubeconfig } from "./resources/virtualCluster/getVirtualClusterKubeconfig.js";
