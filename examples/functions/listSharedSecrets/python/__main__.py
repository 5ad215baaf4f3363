import pulumi
import pulumi_vcluster_platform as platform

found = platform.list_shared_secrets_output(namespace="vcluster-platform", label_selector="use=charts")

pulumi.export("secrets", found.items)
