import pulumi
import pulumi_vcluster_platform as platform

web = platform.get_project_output(name="web")

pulumi.export("namespace", web.namespace)
