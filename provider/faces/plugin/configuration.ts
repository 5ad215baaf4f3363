import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { providerConfig, resolveConfig, systemFiles } from "../../config.js";
import { pathsWith } from "../../objects/fields.js";
import { ResourceError } from "../../objects/operation.js";
import { unknown } from "../../objects/values.js";
import { Session } from "../../session.js";
import { ownerOf } from "../ownerOf.js";
import type { Decoded } from "../values.js";
import { fromStruct, toStruct } from "./protocol.js";

const alwaysSecret = pathsWith(providerConfig, "secret");

/** Validates all settings; only those of the program are kept in the state. */
export function checkConfig(request: rpc.CheckRequest): rpc.CheckResponse {
  const news = fromStruct(request.getNews());
  const resolved = resolve(news, request.getUrn());
  const response = new rpc.CheckResponse();
  response.setInputs(toStruct(news.properties, [...news.secrets, ...alwaysSecret]));
  const problems = "problems" in resolved ? resolved.problems : [];
  response.setFailuresList(problems.map(({ reason }) => failure(reason)));
  return response;
}

/** The configured session, or undefined while a preview does not know all settings. */
export function configure(request: rpc.ConfigureRequest): Session | undefined {
  const resolved = resolve(fromStruct(request.getArgs()), request.getUrn());
  if ("problems" in resolved) throw new ResourceError(resolved.problems.map(({ reason }) => reason).join("\n"));
  return "config" in resolved ? new Session(resolved.config) : undefined;
}

function resolve({ properties }: Decoded, urn = "") {
  const unknownFields = new Set(Object.keys(properties).filter((key) => properties[key] === unknown));
  const explicit = Object.fromEntries(Object.entries(properties).filter(([key]) => !unknownFields.has(key)));
  return resolveConfig(explicit, process.env, systemFiles, unknownFields, isDefault(urn) ? "stack" : "provider");
}

/** Whether it is the engine's default provider, whose settings come from the stack's configuration. */
const isDefault = (urn: string) => urn === "" || ownerOf(urn).name.startsWith("default");

/** A failed check. The engine prints the value of a named property, even a secret one, so none is named. */
export function failure(reason: string): rpc.CheckFailure {
  const failed = new rpc.CheckFailure();
  failed.setReason(reason);
  return failed;
}
