import pulumi
import pulumi_vcluster_platform as platform

small = platform.get_virtual_cluster_template_output(name="small")

pulumi.export("parameters", small.parameters)
